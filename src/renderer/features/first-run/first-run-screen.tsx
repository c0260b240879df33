export function FirstRunScreen() {
  return null
}
