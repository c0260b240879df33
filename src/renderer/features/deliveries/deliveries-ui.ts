import { create } from 'zustand'
import { type DeliveryFilters, noFilters } from './filters/delivery-filter-model.ts'

/** What the person chose about this screen, for as long as the window is open. */
type DeliveriesUi = {
  readonly filters: DeliveryFilters
  /** Where the table was scrolled to, px. */
  readonly offset: number
  setFilters(change: Partial<DeliveryFilters>): void
  clearFilters(): void
  setOffset(offset: number): void
}

export const useDeliveriesUi = create<DeliveriesUi>()((set) => ({
  filters: noFilters,
  offset: 0,
  setFilters: (change) => set(({ filters }) => ({ filters: { ...filters, ...change }, offset: 0 })),
  clearFilters: () => set({ filters: noFilters, offset: 0 }),
  setOffset: (offset) => set({ offset }),
}))
