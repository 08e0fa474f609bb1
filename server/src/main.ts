import { buildApp } from './app.ts'
import { machineClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'

try {
  const config = readConfig(process.env)
  const app = await buildApp(config, { clock: machineClock })
  await app.http.listen({ host: config.host, port: config.port })
} catch (error) {
  if (!(error instanceof ConfigError)) {
    throw error
  }
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
