"""What every room may use: errors, paths, configuration, findings, figures, charts."""
