/// <reference types="vite/client" />

declare module 'virtual:amplify.css'

declare module 'virtual:theme.css'

declare module 'virtual:messages/*' {
  const words: import('@lingui/core').Messages
  export default words
}
