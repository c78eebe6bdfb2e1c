/** Catches what a component throws while drawing, so that one broken region is not a blank page. */

import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button";
import styles from "./ErrorBoundary.module.css";

export interface ErrorBoundaryProps {
  /** What broke, in the page's words: "The region Graph". */
  name: string;
  children: ReactNode;
}

/** React asks for a class here. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { problem: string | null }> {
  override state = { problem: null };

  static getDerivedStateFromError(error: unknown): { problem: string } {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.problem === null) {
      return this.props.children;
    }
    return (
      <div role="alert" className={styles.broken}>
        <h2>{this.props.name} could not be drawn</h2>
        <p>The run and its history are not touched: they are with the server.</p>
        <pre>{this.state.problem}</pre>
        <div className={styles.acts}>
          <Button onClick={() => this.setState({ problem: null })}>Draw it again</Button>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </div>
      </div>
    );
  }
}
