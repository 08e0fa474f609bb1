/// <reference types="vite/client" />

declare module 'virtual:amplify.css'

declare module 'virtual:theme.css'

declare module 'virtual:words/en' {
  const words: import('@lingui/core').Messages
  export default words
}

declare module 'virtual:words/es' {
  const words: import('@lingui/core').Messages
  export default words
}

declare module 'virtual:words/en/sunday-school' {
  const words: import('@lingui/core').Messages
  export default words
}

declare module 'virtual:words/es/sunday-school' {
  const words: import('@lingui/core').Messages
  export default words
}
