import { build, type Rollup } from 'vite'

/** A script of its own that shares no code with the others; `define` gives names in it their values. */
export async function bundleScript(source: string, define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: source,
        output: { format: 'iife' },
        // Of a module only what is used is taken.
        treeshake: { moduleSideEffects: (id) => id === source },
      },
    },
  })
  const { output } = [built].flat()[0] as Rollup.RollupOutput
  return output[0].code
}
