import { useEffect, useState } from 'react'

/**
 * An address of a chosen file, for this page only. It stays valid for a minute longer, so that loading is not
 * interrupted.
 */
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
