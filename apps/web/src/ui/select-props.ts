/** One choice of a select. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Language of the label, if not that of the page. */
  readonly lang?: string | undefined;
}

/** The list of a select and its trigger. */
export interface SelectProps {
  /** Id of the trigger. */
  readonly id: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the value in a form. */
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly isInvalid: boolean;
  /** Id of the element with the error. */
  readonly describedBy: string | undefined;
  readonly className: string;
}

/** The list of a multi-select and its trigger. */
export interface MultiSelectProps {
  /** Id of the trigger. */
  readonly id: string;
  /** All values that can be selected. */
  readonly options: readonly string[];
  readonly values: readonly string[];
  /** Shown while nothing is selected. */
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
  readonly className: string;
}
