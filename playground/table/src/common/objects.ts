// Objects whose keys are names that the rules give, and so may be called as anything that objects have.

/** The own property of an object with a name. */
export function own<T>(of: { [name: string]: T } | undefined, name: string): T | undefined {
  return of && Object.hasOwn(of, name) ? of[name] : undefined
}
