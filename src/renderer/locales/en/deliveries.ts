export const deliveries = {}
