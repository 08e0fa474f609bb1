import { type ComponentType, useEffect, useState } from 'react'
import { mayLoadCode } from './may-load-code.ts'

const BETWEEN_TRIES = 2000

/** Code that a page loads once it is idle, or when it is needed. */
export type LateCode<Code> = {
  /** The code, once it is loaded. */
  loaded(): Code | undefined
  /** Loads the code. */
  preload(): Promise<Code>
  /** The code, as soon as there is a connection: somebody waits for it. */
  insist(): Promise<Code>
}

export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
  let loaded: Code | undefined
  const preload = async () => {
    if (loaded === undefined && !mayLoadCode()) {
      throw new Error('There is no connection.')
    }
    loaded ??= await load()
    return loaded
  }
  const insist = async (): Promise<Code> => {
    for (;;) {
      try {
        return await preload()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES))
      }
    }
  }
  return { loaded: () => loaded, preload, insist }
}

/** A component of late code, which is asked for once the page around it is drawn, and shows nothing until it is there. */
export function latePart<Props extends object>(code: LateCode<ComponentType<Props>>): ComponentType<Props> {
  return (props) => <Loaded code={code} props={props} />
}

/** Once its code is loaded, the part is there before the next key or click; a lazy component would come later. */
function Loaded<Props extends object>(of: { code: LateCode<ComponentType<Props>>; props: Props }) {
  const [Part, setPart] = useState<ComponentType<Props> | undefined>(of.code.loaded)
  const missing = Part === undefined
  useEffect(() => {
    if (missing) {
      void of.code.insist().then((part) => setPart(() => part))
    }
  }, [missing, of.code])
  return Part && <Part {...of.props} />
}
