/**
 * Programs that fetch recordings and listen to none: crawlers, importers, checks, previews, and the libraries that
 * scripts are written with. The list is our own and short, by the names that such programs give themselves. What
 * podcast apps play with (AppleCoreMedia, ExoPlayer, okhttp and the like) is not among them.
 */
const PROGRAMS = [
  /(?<!cu)bot(?![a-z])|crawl|spider|scrap|slurp|archiv|harvest|fetcher|importer|validator|transcri|preview/i,
  /monitor|checker|pingdom|uptime|lighthouse|headless|facebookexternalhit|feed ?(parser|reader)|podcast sync/i,
  /^(lib)?curl|^wget|python|aiohttp|^httpx|^go-http-client|libwww|^java\/|apache-httpclient|axios|^node|undici/i,
  /^got\b|^ruby|^php|guzzle|^postman|^insomnia|^okdownload|^itms|itunesstored|^mozilla(\/5\.0)?$/i,
  // The telephone beside the watch has fetched it already.
  /^atc\/|watchos/i,
]

/** Whether somebody may be listening with a program that calls itself so; one without a name is no listener. */
export function isListener(agent: string): boolean {
  return agent !== '' && !PROGRAMS.some((names) => names.test(agent))
}
