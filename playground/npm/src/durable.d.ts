// Types of houserules/durable.

/** A room as a Durable Object with SQLite: export it from the Worker under the class name of its binding. */
export class RoomObject {
  /** Is called by the runtime. */
  constructor(ctx: object, env: object)
}

/** Answers requests to `/rooms` and `/rooms/CODE` with the objects of the binding; undefined for any other request. */
export function handle(request: Request, rooms: object): Promise<Response | undefined>
