/** Puts a text on the clipboard. Returns whether the browser let it: without TLS, for example, it doesn't. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
