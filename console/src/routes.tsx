import { IconMicrophone2 } from '@tabler/icons-react'
import { paths } from './paths.ts'
import type { AppRoute } from './shell/app-route.ts'
import { lazyPage } from './shell/lazy-page.tsx'

const LoginPage = lazyPage(async () => (await import('./sign-in/login-page.tsx')).LoginPage)
const PreachingListPage = lazyPage(
  async () => (await import('./preaching/preaching-list-page.tsx')).PreachingListPage,
)
const PreachingFormPage = lazyPage(
  async () => (await import('./preaching/preaching-form-page.tsx')).PreachingFormPage,
)

/** Every page of the console. What matches none of them is not found. */
export const routes: readonly AppRoute[] = [
  { path: paths.login, page: LoginPage, title: 'shell.page.signIn', open: true },
  { path: paths.home, redirect: paths.preaching },
  {
    path: paths.preaching,
    page: PreachingListPage,
    title: 'shell.page.preaching',
    crumb: 'shell.crumb.preaching',
    menu: { label: 'shell.menu.preaching', icon: IconMicrophone2 },
  },
  {
    path: paths.newPreaching,
    page: PreachingFormPage,
    title: 'shell.page.preaching.new',
    crumb: 'shell.crumb.preaching.new',
    parent: paths.preaching,
  },
  {
    path: '/preaching/edit/:uuid',
    page: PreachingFormPage,
    title: 'shell.page.preaching.edit',
    crumb: 'shell.crumb.preaching.edit',
    parent: paths.preaching,
  },
]
