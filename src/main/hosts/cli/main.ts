import { runCli } from './run-cli.ts'

process.exitCode = runCli({
  args: process.argv.slice(2),
  // npm runs a script in the package's folder and says here where the person was.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
