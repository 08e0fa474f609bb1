import { vi } from 'vitest'

/** Only what this page imports from now on belongs to it: modules keep what their page has in memory. */
export async function loadBuild() {
  vi.resetModules()
  const [config, amplify, session, onePerson, leaving, dialogs, messages, work, unsent] = await Promise.all([
    import('../console-config.ts'),
    import('../auth/configure-amplify.ts'),
    import('../auth/session.ts'),
    import('../shell/one-person.ts'),
    import('../shell/log-out.ts'),
    import('../ui/dialogs/dialogs.ts'),
    import('../messages/messages.ts'),
    import('../attendance/work-offline.ts'),
    import('../attendance/unsent-work.ts'),
  ])
  const [stores, pending, marks, onDevice, calls, kept, api, line, records, words] = await Promise.all([
    import('../attendance/roll-call-store.ts'),
    import('../attendance/pending-marks.ts'),
    import('../attendance/roll-marks.ts'),
    import('../attendance/roll-on-device.ts'),
    import('../attendance/attendance-calls.ts'),
    import('../api/offline/kept-work.ts'),
    import('../api/call-api.ts'),
    import('../api/line.ts'),
    import('../attendance/change-records.ts'),
    import('../attendance/keep-written.ts'),
  ])
  // What a page would load later comes with its build: by then the modules may be another page's.
  await Promise.all([pending.keptMarks.insist(), onDevice.keptRolls.insist()])
  const shell = { config, amplify, session, onePerson, leaving, dialogs, messages, work, unsent }
  return { ...shell, stores, pending, marks, onDevice, calls, kept, api, line, records, words }
}
export type Build = Awaited<ReturnType<typeof loadBuild>>
