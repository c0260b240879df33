/** One break of a rule, said so that the reader knows what to do instead. */
export type Violation = { rule: string; file: string; line: number; message: string }

/** Source text by path from the repository's root, with forward slashes. */
export type SourceFiles = ReadonlyMap<string, string>
