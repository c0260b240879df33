export function Logo() {
  return (
    <svg width="44" height="44" viewBox="0 0 44 44" fill="none" strokeWidth="3" strokeLinecap="round" aria-hidden>
      <path d="M5 13h10" stroke="currentColor" />
      <path d="M29 31h10" stroke="currentColor" />
      <path d="M15 13c12 0 2 18 14 18" stroke="var(--accent)" />
      <circle cx="22" cy="22" r="4.5" fill="var(--page)" stroke="var(--accent)" />
    </svg>
  )
}

export function SampleDrawing() {
  return (
    <svg viewBox="0 0 200 96" aria-hidden>
      <path className="l" d="M14 26h172M14 70h172" />
      <rect className="b" x="22" y="21" width="46" height="10" rx="3" />
      <rect className="b a" x="86" y="65" width="56" height="10" rx="3" />
      <path className="a" d="M62 31c0 22 24 10 24 32" />
      <path className="a" d="m81.5 58.5 4.5 5 4.5-5" />
      <path className="a d" d="M142 65c0-22 20-10 20-32" />
      <path className="a" d="m157.5 37.5 4.5-5 4.5 5" />
    </svg>
  )
}

export function ModelDrawing() {
  return (
    <svg viewBox="18 0 200 96" aria-hidden>
      <rect className="n" x="32" y="24" width="76" height="48" rx="6" />
      <path className="n" d="M46 40h30M46 50h46M46 60h22" />
      <path className="n" d="M108 48h22" />
      <circle className="a" cx="138" cy="48" r="8" />
      <path className="a" d="M146 48h26M164 48v8M172 48v6" />
    </svg>
  )
}
