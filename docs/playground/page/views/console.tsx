import './console.css';
import type { Session } from '../session.ts';

/** What the code wrote to the console. */
export function viewConsole({ shown: { failure, table } }: Session) {
  const logs = (failure ?? table)?.logs ?? [];
  if (logs.length === 0) return null;
  return (
    <section class="pg-console" aria-label="Console">
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
