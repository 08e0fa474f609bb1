// Asks the browser for a passkey and sends what it answers with the form. The only script of these pages.
const button = document.getElementById('use-passkey')
const failed = document.getElementById('passkey-failed')

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function ask() {
  const { challenge, allowCredentials = [], ...options } = JSON.parse(button.dataset.options)
  return navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      allowCredentials: allowCredentials.map((one) => ({ ...one, id: bytesOf(one.id) })),
    },
  })
}

button.addEventListener('click', async () => {
  failed.hidden = true
  try {
    const { id, rawId, type, authenticatorAttachment, response } = await ask()
    button.form.elements.namedItem('credential').value = JSON.stringify({
      id,
      rawId: textOf(rawId),
      type,
      authenticatorAttachment: authenticatorAttachment ?? undefined,
      clientExtensionResults: {},
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: response.userHandle ? textOf(response.userHandle) : undefined,
      },
    })
    button.form.submit()
  } catch {
    failed.hidden = false
  }
})
