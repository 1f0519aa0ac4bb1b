// Errors in drawing are reported, and the page around them keeps working.

import { Component, type ComponentChildren } from "preact"

interface Props {
  /** The thing drawn: another one is tried again. */
  of: unknown
  children: ComponentChildren
}

export class Boundary extends Component<Props, { failed?: unknown }> {
  static override getDerivedStateFromError(failed: unknown) {
    return { failed }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed !== undefined && before.of !== this.props.of) this.setState({ failed: undefined })
  }

  override render() {
    const { failed } = this.state
    if (failed === undefined) return this.props.children
    return (
      <div class="notice error" role="alert" data-testid="undrawable">
        <p>
          <b>This position cannot be drawn:</b> {failed instanceof Error ? failed.message : String(failed)}. Your rules and the game are safe.
        </p>
        <button onClick={() => this.setState({ failed: undefined })}>Try again</button>
      </div>
    )
  }
}
