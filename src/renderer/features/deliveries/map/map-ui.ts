import { create } from 'zustand'

export const mapRanges = ['hour', 'sixHours', 'day', 'all'] as const
export type MapRange = (typeof mapRanges)[number]

export const mapModes = ['bundles', 'single', 'words'] as const
export type MapMode = (typeof mapModes)[number]

const HOUR = 3_600_000
const lengths: Readonly<Record<MapRange, number | null>> = { hour: HOUR, sixHours: 6 * HOUR, day: 24 * HOUR, all: null }

/** What the person chose about the map, for as long as the window is open. */
type MapUi = {
  readonly range: MapRange
  /** Where the range begins, ms, fixed when it was chosen; null: at the first Delivery. */
  readonly since: number | null
  readonly mode: MapMode
  setRange(range: MapRange): void
  setMode(mode: MapMode): void
}

export const useMapUi = create<MapUi>()((set) => ({
  range: 'day',
  since: startOf('day'),
  mode: 'bundles',
  setRange: (range) => set({ range, since: startOf(range) }),
  setMode: (mode) => set({ mode }),
}))

function startOf(range: MapRange): number | null {
  const length = lengths[range]
  return length === null ? null : Date.now() - length
}
