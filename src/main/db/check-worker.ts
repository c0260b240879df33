import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { checkFile } from './check-file.ts'

// The entry of the thread that quick-check.ts starts: checks one file, answers once, ends.
const { path } = z.object({ path: z.string() }).parse(workerData)
parentPort?.postMessage(checkFile(path))
