import { create } from 'zustand'

export const usePalette = create<{ readonly shown: boolean; readonly open: () => void; readonly close: () => void }>(
  (set) => ({
    shown: false,
    open: () => set({ shown: true }),
    close: () => set({ shown: false }),
  }),
)
