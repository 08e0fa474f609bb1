import { useEffect, useState } from 'react'

/** An address of a file at hand, for this page alone. It is good for a minute more: what is being loaded is not broken off. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [made, setMade] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (file === undefined) {
      return
    }
    const url = URL.createObjectURL(file)
    setMade({ file, url })
    return () => {
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    }
  }, [file])
  return made?.file === file ? made?.url : undefined
}
