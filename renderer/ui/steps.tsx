import styles from './steps.module.css';

export function Steps({
  label,
  steps,
  current,
}: {
  readonly label: string;
  readonly steps: readonly string[];
  readonly current: string;
}) {
  const here = steps.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < here ? styles.done : styles.step}
          aria-current={index === here ? 'step' : undefined}
        >
          <span className={styles.number}>{index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
