import { paths } from './paths.ts'
import type { AppRoute } from './shell/app-route.ts'
import type { PageComponent } from './shell/lazy-page.ts'
import { lazyPage, withDialogs, workPage } from './shell/lazy-page.ts'
import { sundaySchoolPage, sundaySchoolRoutes } from './sunday-school-routes.tsx'
import {
  IconAdjustments,
  IconCalendar,
  IconHistory,
  IconMicrophone2,
  IconSun,
  IconTrash,
  IconUserCog,
} from './ui/look/icons.ts'

const staffPage = (load: () => Promise<PageComponent>) => workPage(load, 'staff')

const LoginPage = lazyPage(async () => (await import('./auth/login-page.tsx')).LoginPage, 'sign-in')
const TodayPage = lazyPage(async () => (await import('./today/today-page.tsx')).TodayPage, 'today')
const PreachingListPage = withDialogs(
  lazyPage(async () => (await import('./preaching/list/preaching-list-page.tsx')).PreachingListPage),
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
const PhonesPage = workPage(async () => (await import('./church/phones-page.tsx')).PhonesPage, 'settings')
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
  ...sundaySchoolRoutes,
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
    path: paths.phones,
    page: PhonesPage,
    title: 'shell.page.phones',
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
