import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
})
export type Bounds = z.infer<typeof boundsSchema>

const stateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() })
export type WindowState = z.infer<typeof stateSchema>

export const smallestWindow = { width: 720, height: 480 } as const
const firstWindow = { width: 1280, height: 820 } as const
/** So much of the title bar must be on a display for a person to get hold of the window. */
const GRIP = { width: 120, height: 32 } as const

/** What the window was like at the last end; null where that is unknown. */
export function readWindowState(file: string): WindowState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  writeFileSync(file, JSON.stringify(state))
}

export type Placement = { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number }

/** Where to open the window: as it was, unless its display is gone or too small now. `areas` are the displays' work areas. */
export function placeWindow(state: WindowState | null, areas: readonly Bounds[]): Placement {
  const largest = {
    width: Math.max(smallestWindow.width, ...areas.map((area) => area.width)),
    height: Math.max(smallestWindow.height, ...areas.map((area) => area.height)),
  }
  const fit = (size: { readonly width: number; readonly height: number }) => ({
    width: Math.min(Math.max(size.width, smallestWindow.width), largest.width),
    height: Math.min(Math.max(size.height, smallestWindow.height), largest.height),
  })
  if (state === null) return fit(firstWindow)
  const size = fit(state.bounds)
  const { x, y } = state.bounds
  const reachable = areas.some((area) => {
    const overlap = Math.min(x + size.width, area.x + area.width) - Math.max(x, area.x)
    return overlap >= GRIP.width && y >= area.y && y + GRIP.height <= area.y + area.height
  })
  return reachable ? { x, y, ...size } : size
}
