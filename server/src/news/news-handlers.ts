import type { newsRoutes } from '@vestry/contract/calls/news.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { NewsHub } from './news-hub.ts'

/** The call that brings news. `requireClass` refuses a class that the caller may not see. */
export function createNewsHandlers(parts: {
  news: NewsHub
  requireClass: (caller: Caller, class_id: number) => Promise<unknown>
}): Handlers<typeof newsRoutes> {
  return {
    follow: async ({ query: { class_id: classes = [] }, caller, lookAgain }) => {
      for (const class_id of classes) {
        await parts.requireClass(caller, class_id)
      }
      return parts.news.follow({ classes, caller, lookAgain })
    },
  }
}
