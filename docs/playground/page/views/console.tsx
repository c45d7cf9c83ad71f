import './console.css';
import type { Session } from '../session.ts';
import { staleness } from './stale.tsx';

/** The console output of the code. */
export function viewConsole({ shown }: Session) {
  const { failure, table } = shown;
  const logs = (failure ?? table)?.logs ?? [];
  if (logs.length === 0) return null;
  return (
    <section
      class={['pg-console', { 'pg-stale': failure === null && staleness(shown) !== '' }]}
      aria-label="Console"
    >
      <h3>Console</h3>
      <ol>
        {logs.map(({ level, text }) => (
          <li class={`pg-console-${level}`}>
            <pre>{text}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
