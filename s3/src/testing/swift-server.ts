import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { RemoteServer } from './remote-server.ts'

const RINGS = ['account', 'container', 'object'] as const
const FILTERS =
  'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink'

/**
 * OpenStack Swift with its S3 API, as four processes of this machine on loopback; its objects are kept in memory.
 */
export async function openSwift(): Promise<RemoteServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vestry-swift-'))
  await mkdir(join(folder, 'devices', 'one'), { recursive: true })
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nmount_check = false
swift_dir = ${folder}\ndevices = ${folder}/devices\n`
  for (const ring of RINGS) {
    const port = await freePort()
    const build = (...args: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [join(folder, `${ring}.builder`), ...args])
    build('create', '4', '1', '1')
    build('add', `r1z1-127.0.0.1:${port}/one`, '1')
    build('rebalance')
    const app = ring === 'object' ? 'mem_object' : ring
    const text = `${common(port)}[pipeline:main]\npipeline = ${ring}-server\n[app:${ring}-server]\nuse = egg:swift#${app}\n`
    await writeFile(join(folder, `${ring}-server.conf`), text)
  }
  const port = await freePort()
  const options: Record<string, string> = {
    s3api: 'location = us-east-1',
    tempauth: 'user_church_vestry = recordings .admin',
  }
  const filters = FILTERS.split(' ').map(
    (name) =>
      `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${options[name] ?? ''}\n`,
  )
  const proxy = `[pipeline:main]\npipeline = ${FILTERS} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n`
  await writeFile(join(folder, 'proxy-server.conf'), common(port) + proxy + filters.join(''))
  const processes = [...RINGS, 'proxy'].map((name) =>
    spawn(`/usr/bin/swift-${name}-server`, [join(folder, `${name}-server.conf`)], { stdio: 'ignore' }),
  )
  const credentials = { accessKeyId: 'church:vestry', secretAccessKey: 'recordings' }
  const location = {
    bucket: 'preaching',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials,
  }
  await untilHealthy(`${location.endpoint}/healthcheck`)
  // The servers behind the proxy may still be starting.
  const client = new S3Client({ ...location, forcePathStyle: true, maxAttempts: 10 })
  await client.send(new CreateBucketCommand({ Bucket: location.bucket }))
  client.destroy()
  return {
    location,
    async close() {
      for (const child of processes) {
        child.kill()
      }
      await Promise.all(processes.map((child) => child.exitCode ?? once(child, 'exit')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const healthy = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('Swift did not start within 20 seconds.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
