import { IMPORT_RIGHTS } from '@vestry/contract/rules/import-rules.ts'
import { FURTHER_REPORTS } from '@vestry/contract/rules/report-rules.ts'
import type { ComponentType } from 'react'
import type { MessagePart } from './messages/message-parts.ts'
import { paths } from './paths.ts'
import type { AppRoute } from './shell/app-route.ts'
import { lazyPage } from './shell/lazy-page.ts'
import { loadDialogs } from './ui/dialogs/dialog-host.tsx'
import {
  IconAdjustments,
  IconCalendar,
  IconChalkboard,
  IconChartBar,
  IconHeartHandshake,
  IconHistory,
  IconMicrophone2,
  IconSchool,
  IconSun,
  IconTrash,
  IconUserCog,
  IconUsers,
} from './ui/look/icons.ts'

/**
 * A page that is loaded together with its texts and the dialogs: it can say how a change went even if the connection is
 * lost by then.
 */
function workPage(load: () => Promise<ComponentType>, ...messages: MessagePart[]) {
  return lazyPage(async () => (await Promise.all([load(), loadDialogs()]))[0], ...messages, 'forms')
}
const sundaySchoolPage = (load: () => Promise<ComponentType>) => workPage(load, 'sunday-school')
const staffPage = (load: () => Promise<ComponentType>) => workPage(load, 'staff')

const LoginPage = lazyPage(async () => (await import('./auth/login-page.tsx')).LoginPage, 'sign-in')
const TodayPage = lazyPage(async () => (await import('./today/today-page.tsx')).TodayPage, 'today')
const PreachingListPage = lazyPage(
  async () => (await import('./preaching/list/preaching-list-page.tsx')).PreachingListPage,
)
const PreachingFormPage = workPage(
  async () => (await import('./preaching/form/preaching-form-page.tsx')).PreachingFormPage,
  'preaching-form',
)
const SermonPage = workPage(
  async () => (await import('./preaching/sermon/sermon-page.tsx')).SermonPage,
  'sermon',
)
const NamesPage = workPage(async () => (await import('./preaching/names/names-page.tsx')).NamesPage, 'names')
const SeriesFormPage = workPage(
  async () => (await import('./preaching/series/series-form-page.tsx')).SeriesFormPage,
  'series',
)
const SermonImportsPage = workPage(
  async () => (await import('./sermon-imports/sermon-imports-page.tsx')).SermonImportsPage,
  'sermon-import',
)

const AttendeeListPage = sundaySchoolPage(
  async () => (await import('./attendees/attendee-list-page.tsx')).AttendeeListPage,
)
const AttendeePage = sundaySchoolPage(
  async () => (await import('./attendees/attendee-page.tsx')).AttendeePage,
)
const FollowUpPage = sundaySchoolPage(
  async () => (await import('./attendees/follow-up-page.tsx')).FollowUpPage,
)
const AttendeeFormPage = sundaySchoolPage(
  async () => (await import('./attendees/attendee-form-page.tsx')).AttendeeFormPage,
)
const ImportPage = workPage(async () => (await import('./imports/import-page.tsx')).ImportPage, 'import')
const ClassListPage = sundaySchoolPage(
  async () => (await import('./classes/class-list-page.tsx')).ClassListPage,
)
const ClassHistoryPage = sundaySchoolPage(
  async () => (await import('./classes/class-history-page.tsx')).ClassHistoryPage,
)
const ClassFormPage = sundaySchoolPage(
  async () => (await import('./classes/class-form-page.tsx')).ClassFormPage,
)
const RosterPage = sundaySchoolPage(async () => (await import('./classes/roster-page.tsx')).RosterPage)
const AttendancePage = sundaySchoolPage(
  async () => (await import('./attendance/attendance-page.tsx')).AttendancePage,
)
const ReportPage = workPage(async () => (await import('./reports/report-page.tsx')).ReportPage, 'reports')
const RegisterPage = workPage(
  async () => (await import('./reports/register-page.tsx')).RegisterPage,
  'reports',
)
const ChildReportPage = workPage(
  async () => (await import('./reports/child-report-page.tsx')).ChildReportPage,
  'reports',
)
const DownloadReportPage = workPage(
  async () => (await import('./reports/download-report-page.tsx')).DownloadReportPage,
  'reports',
)
const AccountPage = workPage(async () => (await import('./account/account-page.tsx')).AccountPage, 'account')
const CalendarPage = sundaySchoolPage(async () => (await import('./calendar/calendar-page.tsx')).CalendarPage)

const StaffListPage = staffPage(async () => (await import('./staff/staff-list-page.tsx')).StaffListPage)
const StaffFormPage = staffPage(async () => (await import('./staff/staff-form-page.tsx')).StaffFormPage)
const InviteSeveralPage = staffPage(
  async () => (await import('./staff/invite-several-page.tsx')).InviteSeveralPage,
)
const TrashPage = workPage(async () => (await import('./trash/trash-page.tsx')).TrashPage, 'trash')
const SettingsPage = workPage(
  async () => (await import('./church/settings-page.tsx')).SettingsPage,
  'settings',
)
const RightsPage = workPage(async () => (await import('./church/rights-page.tsx')).RightsPage, 'settings')
const RetentionPage = workPage(
  async () => (await import('./church/retention-page.tsx')).RetentionPage,
  'settings',
)
const PodcastsPage = workPage(
  async () => (await import('./podcasts/podcasts-page.tsx')).PodcastsPage,
  'podcasts',
)
// Its entries also speak of settings and of children's classes.
const AuditPage = workPage(
  async () => (await import('./audit/audit-page.tsx')).AuditPage,
  'staff',
  'settings',
  'sunday-school',
)

/** Every page of the console. An address that matches none of them is not found. */
export const routes: readonly AppRoute[] = [
  { path: paths.login, page: LoginPage, title: 'shell.page.signIn', open: true },
  {
    path: paths.home,
    landings: {
      preaching: paths.preaching,
      today: paths.today,
      classes: paths.classes,
      calendar: paths.calendar,
    },
  },
  {
    path: paths.today,
    page: TodayPage,
    title: 'shell.page.today',
    menu: { label: 'shell.page.today', icon: IconSun },
  },
  {
    path: paths.preaching,
    page: PreachingListPage,
    title: 'shell.page.preaching',
    crumb: 'shell.crumb.preaching',
    menu: { label: 'shell.page.preaching', icon: IconMicrophone2 },
  },
  {
    path: paths.newPreaching,
    page: PreachingFormPage,
    title: 'shell.page.preaching.new',
    right: 'sermons',
    crumb: 'shell.crumb.preaching.new',
    parent: paths.preaching,
  },
  {
    path: '/preaching/edit/:uuid',
    page: PreachingFormPage,
    title: 'shell.page.preaching.edit',
    right: 'sermons',
    crumb: 'shell.crumb.preaching.edit',
    parent: paths.preaching,
  },
  {
    path: '/preaching/view/:uuid',
    page: SermonPage,
    title: 'shell.page.preaching.view',
    parent: paths.preaching,
  },
  {
    path: paths.downloads,
    page: DownloadReportPage,
    title: 'shell.page.downloads',
    parent: paths.preaching,
  },
  {
    path: paths.names,
    page: NamesPage,
    title: 'shell.page.names',
    right: 'sermons',
    parent: paths.preaching,
  },
  {
    path: '/preaching/series/:id',
    page: SeriesFormPage,
    title: 'shell.page.series',
    right: 'sermons',
    parent: paths.names,
  },
  {
    path: paths.sermonImports,
    page: SermonImportsPage,
    title: 'shell.page.sermonImports',
    crumb: 'shell.crumb.sermonImports',
    right: 'administer',
    parent: paths.preaching,
  },
  {
    path: '/preaching/import/:id',
    page: SermonImportsPage,
    title: 'shell.page.sermonImports',
    crumb: 'shell.crumb.sermonImport',
    right: 'administer',
    parent: paths.sermonImports,
  },
  {
    path: paths.sundaySchool,
    redirect: paths.classes,
    menu: { label: 'shell.menu.sundaySchool', icon: IconSchool },
  },
  {
    path: paths.classes,
    page: ClassListPage,
    title: 'shell.page.classes',
    menu: { label: 'shell.page.classes', icon: IconChalkboard, within: paths.sundaySchool },
  },
  { path: paths.newClass, page: ClassFormPage, title: 'shell.page.class.new', parent: paths.classes },
  {
    path: '/sunday-school/classes/edit/:id',
    page: ClassFormPage,
    title: 'shell.page.class.edit',
    parent: paths.classes,
  },
  {
    path: '/sunday-school/classes/roster/:id',
    page: RosterPage,
    title: 'shell.page.roster',
    parent: paths.classes,
  },
  {
    path: paths.attendance,
    page: AttendancePage,
    title: 'shell.page.attendance',
    parent: paths.classes,
  },
  {
    path: paths.classHistory,
    page: ClassHistoryPage,
    title: 'shell.page.classHistory',
    crumb: 'shell.crumb.classHistory',
    parent: paths.classes,
  },
  {
    path: paths.historyAttendance,
    page: AttendancePage,
    title: 'shell.page.attendance',
    parent: paths.classHistory,
  },
  {
    path: paths.attendees,
    page: AttendeeListPage,
    title: 'shell.page.attendees',
    menu: { label: 'shell.page.attendees', icon: IconUsers, within: paths.sundaySchool },
  },
  {
    path: paths.newAttendee,
    page: AttendeeFormPage,
    title: 'shell.page.attendee.new',
    right: 'children',
    parent: paths.attendees,
  },
  {
    path: paths.importAttendees,
    page: ImportPage,
    title: 'shell.page.attendee.import',
    right: IMPORT_RIGHTS,
    parent: paths.attendees,
  },
  {
    path: '/sunday-school/attendees/:id',
    page: AttendeePage,
    title: 'shell.page.attendee',
    parent: paths.attendees,
  },
  {
    path: '/sunday-school/attendees/edit/:id',
    page: AttendeeFormPage,
    title: 'shell.page.attendee.edit',
    right: 'children',
    parent: paths.attendees,
  },
  {
    path: paths.followUp,
    page: FollowUpPage,
    title: 'shell.page.followUp',
    menu: { label: 'shell.page.followUp', icon: IconHeartHandshake, within: paths.sundaySchool },
  },
  {
    path: paths.reports,
    page: ReportPage,
    title: 'shell.page.reports',
    menu: { label: 'shell.page.reports', icon: IconChartBar, within: paths.sundaySchool },
  },
  {
    path: '/sunday-school/reports/register/:id',
    page: RegisterPage,
    title: 'shell.page.register',
    parent: paths.reports,
  },
  {
    path: '/sunday-school/reports/child/:id',
    page: ChildReportPage,
    title: 'shell.page.childReport',
    parent: paths.reports,
  },
  ...FURTHER_REPORTS.map(
    (name): AppRoute => ({
      path: paths.furtherReport(name),
      page: workPage(
        async () => (await import('./reports/further-report-page.tsx')).furtherReportPage(name),
        'reports',
      ),
      title: `shell.page.report.${name}`,
      parent: paths.reports,
    }),
  ),
  {
    path: paths.calendar,
    page: CalendarPage,
    title: 'shell.page.calendar',
    menu: { label: 'shell.page.calendar', icon: IconCalendar },
  },
  { path: paths.account, page: AccountPage, title: 'shell.page.account' },
  {
    path: paths.staff,
    page: StaffListPage,
    title: 'shell.page.staff',
    menu: { label: 'shell.page.staff', icon: IconUserCog },
    right: 'administer',
  },
  {
    path: paths.invite,
    page: StaffFormPage,
    title: 'shell.page.staff.invite',
    parent: paths.staff,
    right: 'administer',
  },
  {
    path: paths.inviteSeveral,
    page: InviteSeveralPage,
    title: 'shell.page.staff.several',
    parent: paths.staff,
    right: 'administer',
  },
  {
    path: '/staff/edit/:sub',
    page: StaffFormPage,
    title: 'shell.page.staff.edit',
    parent: paths.staff,
    right: 'administer',
  },
  {
    path: paths.settings,
    page: SettingsPage,
    title: 'shell.page.settings',
    menu: { label: 'shell.page.settings', icon: IconAdjustments },
    right: 'administer',
  },
  {
    path: paths.rights,
    page: RightsPage,
    title: 'shell.page.rights',
    parent: paths.settings,
    right: 'administer',
  },
  {
    path: paths.retention,
    page: RetentionPage,
    title: 'shell.page.retention',
    parent: paths.settings,
    right: 'administer',
  },
  {
    path: paths.podcasts,
    page: PodcastsPage,
    title: 'shell.page.podcasts',
    parent: paths.settings,
    right: 'administer',
  },
  {
    path: paths.audit,
    page: AuditPage,
    title: 'shell.page.audit',
    menu: { label: 'shell.page.audit', icon: IconHistory },
    right: 'administer',
  },
  {
    path: paths.trash,
    page: TrashPage,
    title: 'shell.page.trash',
    menu: { label: 'shell.page.trash', icon: IconTrash },
  },
]
