import { crashImport } from '/work/main/crash/import-crash.ts'
for (const database of ['sqlite', 'postgres'] as const) {
  const began = Date.now()
  console.log(database, JSON.stringify(await crashImport({ database, seed: 7, sermons: 1000, kills: 50 })), (Date.now() - began) / 1000)
}
