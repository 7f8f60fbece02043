"""Connection to ROS: not supported; the module exists so that imports do not fail."""
