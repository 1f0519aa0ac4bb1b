// Parts of large pictures that skip comparisons while their props stay the same.

import { Component, type ComponentChildren } from "preact"

/** Draws a part anew only when one of its props is another. */
export function steady<Props extends object>(draw: (props: Props) => ComponentChildren) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>) {
      return (Object.keys(next) as (keyof Props)[]).some(name => next[name] !== this.props[name])
    }
    override render() {
      return draw(this.props)
    }
  }
}
