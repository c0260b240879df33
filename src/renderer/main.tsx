import './styles/main.css'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App } from './app/app.tsx'
import { applyLook, firstLook } from './app/look.ts'
import { connectIpc } from './ipc/client.ts'
import { setUpLanguages } from './locales/set-up.ts'

// The page's policy allows nothing to be evaluated.
z.config({ jitless: true })

const { language, theme } = firstLook()
setUpLanguages(language)
applyLook(language, theme)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App client={connectIpc()} />)
