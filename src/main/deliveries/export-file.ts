import { createHash, type Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

export type WrittenFile = { readonly name: string; readonly bytes: number; readonly sha256: string }

/** Text on its way to a new file, with its digest. Nothing is written before `flush`. */
export class ExportFile {
  readonly #name: string
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #pending: string[] = []
  #pendingLength = 0
  #bytes = 0

  private constructor(name: string, handle: FileHandle) {
    this.#name = name
    this.#handle = handle
  }

  /** Refuses a file that is there already. */
  static async create(folder: string, name: string): Promise<ExportFile> {
    return new ExportFile(name, await open(join(folder, name), 'wx'))
  }

  /** UTF-16 units that wait to be written. */
  get pending(): number {
    return this.#pendingLength
  }

  add(text: string): void {
    this.#pending.push(text)
    this.#pendingLength += text.length
  }

  async flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const bytes = Buffer.from(this.#pending.join(''), 'utf8')
    this.#pending = []
    this.#pendingLength = 0
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    await this.#handle.writeFile(bytes)
  }

  /** On the disk, and closed. */
  async finish(): Promise<WrittenFile> {
    await this.flush()
    await this.#handle.sync()
    await this.#handle.close()
    return { name: this.#name, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  async abandon(): Promise<void> {
    await this.#handle.close()
  }
}
