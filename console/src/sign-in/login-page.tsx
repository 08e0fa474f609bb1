import { Authenticator } from '@aws-amplify/ui-react'

export function LoginPage() {
  return (
    <main>
      <Authenticator hideSignUp loginMechanisms={['email']} />
    </main>
  )
}
