import { useEffect, useState } from 'react'
import { askServer } from './ask-server.ts'

/** How long after an answer the screen asks again, in milliseconds. */
const ASK_EVERY = 3000

/** The numbers that are called now; `old` while the server does not say. */
export function useCalledNumbers(key: string): { numbers: readonly number[]; old: boolean } {
  const [called, setCalled] = useState<{ numbers: readonly number[]; old: boolean }>({
    numbers: [],
    old: false,
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const ask = async () => {
      const answer = await askServer('GET /station/called', key).catch(() => undefined)
      if (!ended) {
        setCalled((before) => (answer ? { ...answer, old: false } : { ...before, old: true }))
        timer = setTimeout(() => void ask(), ASK_EVERY)
      }
    }
    void ask()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [key])
  return called
}
