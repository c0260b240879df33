export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What a log line may carry: ids, codes, counts and sizes; never a person's or a model's text, never a secret. */
export type LogData = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Logger {
  debug(message: string, data?: LogData): void
  info(message: string, data?: LogData): void
  warn(message: string, data?: LogData): void
  error(message: string, data?: LogData): void
}

/** A logger that hands each line, as one JSON text, to `write`. */
export function createLogger(write: (line: string) => void, now: () => number, least: LogLevel = 'info'): Logger {
  const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
  const log = (level: LogLevel) => (message: string, data?: LogData) => {
    if (order.indexOf(level) < order.indexOf(least)) return
    write(JSON.stringify({ at: new Date(now()).toISOString(), level, message, ...data }))
  }
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

export const silentLogger: Logger = createLogger(
  () => {},
  () => 0,
  'error',
)

/** A short, text-free account of a thrown value for a log line. */
export function describeError(error: unknown): LogData {
  if (!(error instanceof Error)) return { thrown: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    error: error.name,
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.split('\n').slice(0, 6).join(' | '),
  }
}
