/** A promise that was not kept. `doubled`: something happened twice; `lost`: something told is gone; else `wrong`. */
export type Violation = { readonly kind: 'lost' | 'doubled' | 'wrong'; readonly what: string }
