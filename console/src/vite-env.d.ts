/// <reference types="vite/client" />

declare module 'virtual:amplify.css'

declare module 'virtual:theme.css'

declare module 'virtual:icon/*' {
  const icon: import('./ui/look/draw-icon.tsx').Icon
  export default icon
}

declare module 'virtual:messages' {
  type Language = import('@vestry/contract/messages/message-languages.ts').MessageLanguage
  type Part = import('./messages/message-parts.ts').MessagePart
  type Load = () => Promise<{ default: import('@lingui/core').Messages }>
  export const catalogues: Record<Language, Record<Part, Load>>
}

declare module 'virtual:station-colours.css'
