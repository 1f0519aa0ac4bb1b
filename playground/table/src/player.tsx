// Player of a seat: a person, or the computer and its strength.

export interface Sitting {
  /** Strength of the computer, if it plays there. */
  level?: string
  /** `true` if it is to move. */
  active: boolean
}

export function Player({ level }: Pick<Sitting, "level">) {
  if (level === undefined) return <small class="player">you</small>
  return (
    <small class="player" title={`Computer, ${level}`}>
      <svg viewBox="0 0 24 24" role="img" aria-label="Computer,">
        <path d="M4 5h16v11H4ZM8.5 20h7M12 16v4" />
      </svg>{" "}
      {level}
    </small>
  )
}
