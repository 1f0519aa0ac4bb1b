// Errors in drawing: something else is drawn instead, and the page around it keeps working.

import { Component, type ComponentChildren } from "preact"

interface Props {
  /** The thing drawn: another one is tried again. */
  of: unknown
  /** Drawn instead of one that failed. `again`: tries once more. */
  otherwise(failed: unknown, again: () => void): ComponentChildren
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
    return failed === undefined ? this.props.children : this.props.otherwise(failed, () => this.setState({ failed: undefined }))
  }
}
