import type { en } from './en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: typeof en
    returnNull: false
    enableSelector: false
  }
}
