/** The same keys with other words. Chinese has one plural form, so it leaves out what English needs for one. */
export type Same<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Same<T[K]>
}
