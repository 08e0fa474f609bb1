import { FURTHER_REPORTS } from '@vestry/contract/rules/further-reports.ts'
import { IMPORT_RIGHTS } from '@vestry/contract/rules/import-rules.ts'
import { MERGE_RIGHTS } from '@vestry/contract/rules/merge-rules.ts'
import { DOOR_RIGHTS, FAMILY_RIGHTS } from '@vestry/contract/rules/rights.ts'
import { paths } from './paths.ts'
import type { AppRoute } from './shell/app-route.ts'
import type { PageComponent } from './shell/lazy-page.ts'
import { lazyPage, workPage } from './shell/lazy-page.ts'
import {
  IconChalkboard,
  IconChartBar,
  IconHeartHandshake,
  IconSchool,
  IconUserCheck,
  IconUsers,
} from './ui/look/icons.ts'

export const sundaySchoolPage = (load: () => Promise<PageComponent>) => workPage(load, 'sunday-school')

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
const MergePage = sundaySchoolPage(async () => (await import('./attendees/merge-page.tsx')).MergePage)
const FamilyPages = workPage(
  async () => (await import('./families/family-pages.tsx')).FamilyPages,
  'families',
)
const DoorPages = workPage(async () => (await import('./door/door-pages.tsx')).DoorPages, 'door')
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
const RoomsPage = workPage(async () => (await import('./rooms/rooms-page.tsx')).RoomsPage, 'rooms')
const RosterPage = sundaySchoolPage(async () => (await import('./classes/roster-page.tsx')).RosterPage)
// It loads the dialogs itself, once the roll is drawn.
const AttendancePage = lazyPage(
  async () => (await import('./attendance/attendance-page.tsx')).AttendancePage,
  'sunday-school',
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

/** The pages of the Sunday school, of those in routes.tsx. */
export const sundaySchoolRoutes: readonly AppRoute[] = [
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
    path: paths.rooms,
    page: RoomsPage,
    title: 'shell.page.rooms',
    right: 'arrange',
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
    path: '/sunday-school/attendees/merge/:id?',
    page: MergePage,
    title: 'shell.page.attendee.merge',
    right: MERGE_RIGHTS,
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
    path: paths.families,
    page: FamilyPages,
    title: 'shell.page.families',
    right: 'allChildren',
    parent: paths.attendees,
  },
  {
    path: paths.contactFamilies,
    page: FamilyPages,
    title: 'shell.page.contactFamilies',
    right: FAMILY_RIGHTS,
    parent: paths.families,
  },
  {
    path: '/sunday-school/families/:id/:action?',
    page: FamilyPages,
    title: 'shell.page.family',
    right: FAMILY_RIGHTS,
    parent: paths.families,
  },
  {
    path: paths.door,
    page: DoorPages,
    title: 'shell.page.door',
    right: DOOR_RIGHTS,
    menu: { label: 'shell.page.door', icon: IconUserCheck, within: paths.sundaySchool },
  },
  {
    path: '/sunday-school/door/:page',
    page: DoorPages,
    title: 'shell.page.door',
    right: DOOR_RIGHTS,
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
]
