import icon from '../icon.svg';

/** The product's own mark. Its name stands beside it. */
export function Mark({ size }: { readonly size: number }) {
  return <img src={icon} alt="" width={size} height={size} />;
}
